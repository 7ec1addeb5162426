"""Pictures: boards, orders, results, as SVG and PNG."""
