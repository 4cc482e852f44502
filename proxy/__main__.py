"""`python -m proxy` is `uci-arbiter`."""

import sys

from proxy.cli import main

sys.exit(main())
