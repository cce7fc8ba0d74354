export function showMatch() {}
