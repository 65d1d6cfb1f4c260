"""`python -m symgraph`, the same as the command `symgraph`."""
import sys

from .cli import main

sys.exit(main())
