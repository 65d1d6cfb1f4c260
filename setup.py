"""The part of the build that pyproject.toml cannot say: how csrc/ is compiled."""
import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent / "symgraph" / "native"))
from build import Build, extension  # noqa: E402

setup(ext_modules=[extension()], cmdclass={"build_ext": Build},
      options={"bdist_wheel": {"py_limited_api": "cp310"}})
