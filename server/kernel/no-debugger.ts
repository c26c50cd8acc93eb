// A flag of Node for child processes.

/**
 * Without it Node listens for a debugger at SIGUSR1, and whoever is on this machine could do everything there, without
 * a password.
 */
export const noDebugger = '--disable-sigusr1'
