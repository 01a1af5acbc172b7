"""What commands print: boards, cards, values, reviews, solutions."""
