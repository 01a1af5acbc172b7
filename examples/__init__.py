"""Small programs that use Cubarium."""
