"""Loaded by schemathesis: counts the answers by their status, for the page of figures."""

import atexit
import collections
import json
import os

import schemathesis

answers = collections.Counter()


@schemathesis.hook
def after_call(context, case, response):
    answers[response.status_code] += 1


@atexit.register
def write():
    with open(os.environ["FUZZ_ANSWERS"], "w") as file:
        json.dump(answers, file)
