"""Pictures of boards for links: drawn here, without a browser, from what everybody may see."""
