// A stand-in for Smile ID on this machine: speaks version 1 of its protocol (prep upload, zip, job status,
// callbacks) to the demo, the tests and the benchmarks, and keeps a ledger of what it was paid for.

import { createHash } from 'node:crypto'
import type { Clock } from '../../kernel/clock.ts'
import { type Log, silentLog } from '../../kernel/log.ts'
import type { SmileCredentials } from '../../providers/smile-id/signature.ts'
import type { CallbackAttempt } from './callback-post.ts'
import { type AutomaticCallbacks, type CallbackManner, Callbacks } from './callbacks.ts'
import type { Desk } from './desk.ts'
import { type FaultRule, openFaults } from './faults.ts'
import { openLedger } from './ledger.ts'
import { type LedgerEntry, toLedgerEntry } from './ledger-entry.ts'
import { demoOutcomePolicy, type OutcomePolicy } from './outcomes.ts'
import { listen, type TlsIdentity } from './server.ts'

export interface SmileIdSimulatorOptions {
  readonly clock: Clock
  /** The one partner that it knows. */
  readonly credentials: SmileCredentials
  /** Default 127.0.0.1. */
  readonly host?: string
  /** Default 0: any free port. */
  readonly port?: number
  /** Speaks TLS when given. */
  readonly tls?: TlsIdentity
  /** How jobs end; by default as the demo's id numbers say (`outcomes.ts`). */
  readonly outcome?: OutcomePolicy
  /** File that carries the ledger, and with it every job, over a restart; memory only without. */
  readonly ledgerFile?: string
  /**
   * 32 bytes under which the file keeps what was stated about people. Without it the file keeps nothing of
   * that, and what was stated is forgotten with the process.
   */
  readonly ledgerKey?: Buffer
  /** From the zip until job status and prep upload know of it; default 0. */
  readonly noticeDelayMs?: number
  /** From then to the machine's result; default 2 s. */
  readonly resultDelayMs?: number
  /** The same for a slow job; default 20 s. */
  readonly slowResultDelayMs?: number
  /** From a provisional result to the final one; default 6 s. */
  readonly reviewDelayMs?: number
  /** Default 15 minutes; whole seconds. */
  readonly uploadUrlLifetimeMs?: number
  /** How far a request's timestamp may be from now; default 5 minutes. */
  readonly signatureWindowMs?: number
  /** Certificate authority (PEM) of callback receivers that speak TLS. */
  readonly callbackAuthority?: string
  readonly log?: Log
}

export interface SmileIdSimulator {
  /** What a client is configured with; ends in `/v1`. */
  readonly baseUrl: string
  /** Every job ever registered, in that order. */
  ledger(): readonly LedgerEntry[]
  /** The document number that was stated for a job, where one was. */
  statedNumber(jobId: string): string | undefined
  /** Adds a fault; rules given first are tried first. */
  setFault(rule: FaultRule): void
  clearFaults(): void
  /** Holds for jobs whose zip arrives from now on. */
  setAutomaticCallbacks(automatic: AutomaticCallbacks): void
  /** Tells the latest result of a job in this manner, now; one attempt a callback. */
  deliverCallbacks(jobId: string, manner: CallbackManner): Promise<readonly CallbackAttempt[]>
  /** Resolves when no automatic callback is under way; retries may still be waiting for their time. */
  callbacksSettled(): Promise<void>
  /** Cuts every connection and forgets what was planned; the ledger file keeps the jobs. */
  close(): Promise<void>
}

/** @throws Error when the port is taken or the ledger file is not the simulator's. */
export async function startSmileIdSimulator(
  options: SmileIdSimulatorOptions,
): Promise<SmileIdSimulator> {
  const { host = '127.0.0.1', log = silentLog } = options
  let origin = ''
  const desk = setUpDesk(options, () => origin)
  const { ledger, callbacks } = desk
  const faults = openFaults()
  const entries = () => ledger.jobs().map(toLedgerEntry)
  const control = { faults, callbacks, ledger: entries }
  const place = { host, port: options.port ?? 0, tls: options.tls }
  const server = await listen({ desk, faults, control, log }, place)
  origin = `${options.tls === undefined ? 'http' : 'https'}://${hostInUrl(host)}:${server.port}`
  for (const job of ledger.jobs()) callbacks.schedule(job)
  log.info('smile_id_simulator_listening', { host, port: server.port })
  return {
    baseUrl: `${origin}/v1`,
    ledger: entries,
    statedNumber: (jobId) => ledger.find(jobId)?.processing?.identity.idNumber,
    setFault: (rule) => faults.add(rule),
    clearFaults: () => faults.clear(),
    setAutomaticCallbacks: (automatic) => callbacks.setAutomatic(automatic),
    deliverCallbacks: (jobId, manner) => callbacks.deliver(jobId, manner),
    callbacksSettled: () => callbacks.settled(),
    async close() {
      callbacks.close()
      await server.close()
      ledger.close()
    },
  }
}

function setUpDesk(options: SmileIdSimulatorOptions, origin: () => string): Desk {
  const { clock, credentials } = options
  const ledger = openLedger(options.ledgerFile, options.ledgerKey)
  const needs = { clock, credentials, ledger, origin, authority: options.callbackAuthority }
  return {
    clock,
    credentials,
    signatureRules: { credentials, windowMs: options.signatureWindowMs ?? 5 * 60 * 1000 },
    uploadUrlRules: {
      partnerId: credentials.partnerId,
      signingKey: createHash('sha256').update(`upload ${credentials.apiKey}`).digest('hex'),
      lifetimeSeconds: Math.floor((options.uploadUrlLifetimeMs ?? 15 * 60 * 1000) / 1000),
    },
    ledger,
    outcomeOf: options.outcome ?? demoOutcomePolicy,
    delays: {
      noticeDelayMs: options.noticeDelayMs ?? 0,
      resultDelayMs: options.resultDelayMs ?? 2_000,
      slowResultDelayMs: options.slowResultDelayMs ?? 20_000,
      reviewDelayMs: options.reviewDelayMs ?? 6_000,
    },
    callbacks: new Callbacks(needs),
    origin,
  }
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
