"""How clients come in: from a message to its answer, and the connections that follow a room."""
