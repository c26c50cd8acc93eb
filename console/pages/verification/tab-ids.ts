// The tabs of a verification, as kept in the address.

export const tabIds = ['checks', 'score', 'time', 'review'] as const
export type TabId = (typeof tabIds)[number]
