"""What Prometheus would read."""

from prometheus_client.parser import text_string_to_metric_families

from tests.e2e.players import Client


def metric(client: Client, name: str, **labels: str) -> float:
    """Give a number of the platform; the sum if there are several with these labels."""
    answer = client.send("GET", "/metrics")
    assert answer.status == 200
    return sum(
        sample.value
        for family in text_string_to_metric_families(answer.body.decode())
        for sample in family.samples
        if sample.name == name and labels.items() <= sample.labels.items()
    )
