/**
 * The row of packages where figures of all services are split up by where messages and calls went: no carrier and no
 * country earns what a package was sold for, so what its minutes cost stands beside that, and not with them.
 */
export const PACKAGES_KEY = 'packages';
