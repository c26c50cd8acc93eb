// Measures the rate at which a server answers, and the processor time that an answer costs.

import { fullLoad, runLoad, warmUp } from '../load/run-load.ts'
import { cpuMsOf } from '../proc-figures.ts'

interface RateMeter {
  /** Loads the server before it is measured. */
  warmUp(): Promise<void>
  /** Returns answers a second over 64 connections. */
  measure(): Promise<number>
  /** Returns the processor time an answer over all measurements, in ms; undefined where it cannot be read. */
  cpuMsPerAnswer(): number | undefined
}

export function createRateMeter(
  server: { readonly port: number; readonly pid: number },
  requests: string[],
): RateMeter {
  let cpuMs: number | undefined = 0
  let answers = 0
  const { port } = server
  const { connections } = fullLoad
  return {
    warmUp: () => warmUp({ port, requests, connections }),
    async measure() {
      const before = cpuMsOf(server.pid)
      const report = await runLoad({ port, requests, ...fullLoad })
      const after = cpuMsOf(server.pid)
      if (before === undefined || after === undefined || cpuMs === undefined) cpuMs = undefined
      else cpuMs += after - before
      answers += report.answersWithWarmUp
      return report.perSecond
    },
    cpuMsPerAnswer: () => (cpuMs === undefined || answers === 0 ? undefined : cpuMs / answers),
  }
}

/** Returns the line of the details that compares the processor times of two servers. */
export function describeCpu(ours: RateMeter, peer: RateMeter): readonly string[] {
  const [our, theirs] = [ours.cpuMsPerAnswer(), peer.cpuMsPerAnswer()]
  if (our === undefined || theirs === undefined || our === 0) return []
  const ratio = (theirs / our).toFixed(3)
  return [
    `processor time an answer: ${our.toFixed(3)} ms, peer ${theirs.toFixed(3)} ms, ratio ${ratio}`,
  ]
}
