export function showNewGame() {}
