"""The steps by which a database comes to the shape of `storage.schema`."""
