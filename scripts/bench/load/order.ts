// The orders that benchmarks send to the load generator, and its reports. Both cross a process border as JSON.

import { z } from 'zod'

export const loadOrder = z.object({
  port: z.number(),
  /** Raw HTTP/1.1 requests, latin1. Each connection sends them in turn, beginning at a different one. */
  requests: z.array(z.string()).min(1),
  connections: z.number(),
  /** Measured after the warm-up. */
  seconds: z.number(),
  warmUpSeconds: z.number(),
  /** Sends at this even rate whatever the answers take; without it, every connection sends without a pause. */
  perSecond: z.number().optional(),
})

export type LoadOrder = z.output<typeof loadOrder>

export const loadReport = z.object({
  perSecond: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  maxMs: z.number(),
  answers: z.number(),
  answersWithWarmUp: z.number(),
  /** Answers whose status is not 2xx. */
  refused: z.number(),
})

export type LoadReport = z.output<typeof loadReport>
