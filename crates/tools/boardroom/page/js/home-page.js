export function showHome() {}
