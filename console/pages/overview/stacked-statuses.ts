// The statuses of a day's bar, from its foot up.

export const stackedStatuses = ['approved', 'declined', 'error', 'pending'] as const
