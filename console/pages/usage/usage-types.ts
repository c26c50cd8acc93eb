// Types of usage and their colours, from the bottom of a bar.

export const usageSeries = [
  { type: 'kyc.verify', colour: 'var(--usage-verify)' },
  { type: 'score.get', colour: 'var(--usage-score)' },
] as const
