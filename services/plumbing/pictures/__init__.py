"""What pictures are drawn with, whatever they show: SVG, and the room that letters take."""
