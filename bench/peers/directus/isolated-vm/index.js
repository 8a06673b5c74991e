// Runs scripts of flows, of which the bench has none; the real one is compiled from C++.
module.exports = {};
