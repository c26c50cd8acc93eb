// What the table of usage is grouped by, as kept in the address.

export const usageWays = ['time', 'type', 'api_key'] as const
export type UsageWay = (typeof usageWays)[number]
