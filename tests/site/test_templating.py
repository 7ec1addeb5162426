"""What every template may use."""

from types import ModuleType

from builder.site.templating import ENVIRONMENT


def test_templates_call_no_modules() -> None:
    modules = [name for name, value in ENVIRONMENT.globals.items() if isinstance(value, ModuleType)]
    assert modules == [], "a page gets what it prints from its own module in pages/"
