// A simulator of Smile ID on this machine: speaks version 1 of its protocol (prep upload, zip, job
// status, callbacks) to the demo, the tests and the benchmarks, and keeps a ledger of what was paid
// for.

import { createHash } from 'node:crypto'
import type { TlsIdentity } from '../../egress/secure-context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Log, silentLog } from '../../kernel/log.ts'
import type { SmileCredentials } from '../../providers/smile-id/signature.ts'
import type { CallbackAttempt } from './callback-post.ts'
import { type AutomaticCallbacks, type CallbackMode, Callbacks } from './callbacks.ts'
import { type FaultRule, openFaults } from './faults.ts'
import { openLedger } from './ledger.ts'
import { type LedgerEntry, toLedgerEntry } from './ledger-entry.ts'
import { demoOutcomePolicy, type OutcomePolicy } from './outcomes.ts'
import { listenAsSimulator } from './server.ts'
import type { SimulatorContext } from './simulator-context.ts'

export interface SmileIdSimulatorOptions {
  readonly clock: Clock
  /** The only partner that it accepts. */
  readonly credentials: SmileCredentials
  /** Default 127.0.0.1. */
  readonly host?: string
  /** Default 0: any free port. */
  readonly port?: number
  /** Uses TLS when given. */
  readonly tls?: TlsIdentity
  /** Decides the outcomes of jobs; by default from the demo's id numbers (`outcomes.ts`). */
  readonly outcome?: OutcomePolicy
  /**
   * File that keeps the ledger, and with it every job, across restarts; without it, memory only.
   */
  readonly ledgerFile?: string
  /**
   * 32-byte key that encrypts the stated personal data in the file. Without it the file contains
   * none, and the data is lost with the process.
   */
  readonly ledgerKey?: Buffer
  /** Milliseconds from the zip until job status and prep upload know of it; default 0. */
  readonly noticeDelayMs?: number
  /** Milliseconds from then to the automatic result; default 2 s. */
  readonly resultDelayMs?: number
  /** Milliseconds from a provisional result to the final one; default 6 s. */
  readonly reviewDelayMs?: number
  /** Default 15 minutes; whole seconds. */
  readonly uploadUrlLifetimeMs?: number
  /** Certificate authority (PEM) of callback receivers with TLS. */
  readonly callbackAuthority?: string
  readonly log?: Log
}

export interface SmileIdSimulator {
  /** The base URL for clients; ends in `/v1`. */
  readonly baseUrl: string
  /** Every registered job, in order. */
  ledger(): readonly LedgerEntry[]
  /** The document number that was stated for a job, if any. */
  statedNumber(jobId: string): string | undefined
  /** Adds a fault; earlier rules are tried first. */
  setFault(rule: FaultRule): void
  clearFaults(): void
  /** Applies to jobs whose zip arrives from now on. */
  setAutomaticCallbacks(automatic: AutomaticCallbacks): void
  /** Sends the latest result of a job in this mode, now; one attempt for each callback. */
  deliverCallbacks(jobId: string, mode: CallbackMode): Promise<readonly CallbackAttempt[]>
  /** Resolves when no automatic callback is under way; retries may still be scheduled. */
  callbacksSettled(): Promise<void>
  /** Closes every connection and cancels scheduled callbacks; the ledger file keeps the jobs. */
  close(): Promise<void>
}

/** @throws Error when the port is taken or the ledger file is not the simulator's. */
export async function startSmileIdSimulator(
  options: SmileIdSimulatorOptions,
): Promise<SmileIdSimulator> {
  const { host = '127.0.0.1', log = silentLog } = options
  let origin = ''
  const context = createContext(options, () => origin)
  const { ledger, callbacks } = context
  const faults = openFaults()
  const entries = () => ledger.jobs().map(toLedgerEntry)
  const control = { faults, callbacks, ledger: entries }
  const place = { host, port: options.port ?? 0, tls: options.tls }
  const server = await listenAsSimulator({ context, faults, control, log }, place)
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
    deliverCallbacks: (jobId, mode) => callbacks.deliver(jobId, mode),
    callbacksSettled: () => callbacks.settled(),
    async close() {
      callbacks.close()
      await server.close()
      ledger.close()
    },
  }
}

function createContext(options: SmileIdSimulatorOptions, origin: () => string): SimulatorContext {
  const { clock, credentials } = options
  const ledger = openLedger(options.ledgerFile, options.ledgerKey)
  const needs = { clock, credentials, ledger, origin, authority: options.callbackAuthority }
  return {
    clock,
    credentials,
    signatureRules: { credentials, windowMs: 5 * 60 * 1000 },
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
      slowResultDelayMs: 20_000,
      reviewDelayMs: options.reviewDelayMs ?? 6_000,
    },
    callbacks: new Callbacks(needs),
    origin,
  }
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
