"""Tests of mx.gluon."""
