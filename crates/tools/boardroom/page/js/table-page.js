export function showTable() {}
