// Types of usage and their colours.

export const usageSeries = [
  { type: 'kyc.verify', series: 'verify', colour: 'var(--usage-verify)' },
  { type: 'score.get', series: 'score', colour: 'var(--usage-score)' },
] as const
