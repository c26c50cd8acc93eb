// Order of statuses in a stacked bar, from the bottom.

export const stackedStatuses = ['approved', 'declined', 'error', 'pending'] as const
