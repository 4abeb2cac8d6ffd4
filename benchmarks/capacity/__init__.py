"""How much the platform needs: processor seconds, memory and bytes for what people do."""
