// The two environments: sandbox for trying the API with made-up outcomes, live for real verifications. Every key,
// verification, webhook and event belongs to one of them.

export const environments = ['sandbox', 'live'] as const
export type Environment = (typeof environments)[number]
