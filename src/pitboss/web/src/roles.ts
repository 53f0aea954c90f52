/** Roles with words of the house at a table; the server decides, this only chooses what to show. */
const STAFF = ["operator", "supervisor", "director", "dealer"];

export const isStaff = (role: string): boolean => STAFF.includes(role);

/** Roles with every word of the house at an ordinary table. */
export const supervises = (role: string): boolean => role === "operator" || role === "supervisor";

/** Roles that direct a tournament. */
export const directs = (role: string): boolean => role === "operator" || role === "director";
