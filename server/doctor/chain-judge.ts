// Has a certificate chain judged in a thread: reading the authorities that this machine trusts takes a fifth of a
// second, which would hold up all requests.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { workerFile } from '../kernel/built-files.js'
import type { DoctorOutcome } from './outcome.ts'

/** Plain data, so that it can be handed to a thread. */
export interface ChainQuestion {
  /** PEM, the server's own certificate first. */
  readonly certificates: readonly string[]
  readonly nowMs: number
}

export type JudgeChain = (question: ChainQuestion) => Promise<DoctorOutcome>

const keptMs = 10 * 60_000

export async function judgeChainInThread(question: ChainQuestion): Promise<DoctorOutcome> {
  const worker = new Worker(workerFile('./chain-thread.ts', import.meta.url), {
    workerData: question,
  })
  // Rejects with what the thread throws.
  const [outcome] = (await once(worker, 'message')) as [DoctorOutcome]
  return outcome
}

/** Keeps the last outcome for ten minutes, because the System page asks every half a minute. */
export function keepingOutcome(judge: JudgeChain): JudgeChain {
  let last: (ChainQuestion & { readonly outcome: Promise<DoctorOutcome> }) | undefined
  return (question) => {
    if (last !== undefined && isAnswered(question, last)) return last.outcome
    const asked = { ...question, outcome: judge(question) }
    last = asked
    asked.outcome.catch(() => {
      if (last === asked) last = undefined
    })
    return asked.outcome
  }
}

function isAnswered({ certificates, nowMs }: ChainQuestion, last: ChainQuestion): boolean {
  const isRecent = Math.abs(nowMs - last.nowMs) < keptMs
  return isRecent && certificates.join() === last.certificates.join()
}
