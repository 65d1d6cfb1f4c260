"""The speed of symgraph beside that of others on the same work: `python -m benchmarks --help`."""
