// What is metered, and the colour in which it is drawn.

export const usageTypes = [
  { type: 'kyc.verify', series: 'verify', colour: 'var(--usage-verify)' },
  { type: 'score.get', series: 'score', colour: 'var(--usage-score)' },
] as const
