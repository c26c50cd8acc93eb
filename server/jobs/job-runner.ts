// Runs the jobs: claims due ones, calls their handlers, and writes each outcome and its effects in one transaction. A
// stop hands unfinished jobs back. Jobs of dead nodes are taken over.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { type Cancel, type Clock, elapsed } from '../kernel/clock.ts'
import type { Metrics, RunScope } from '../kernel/metrics.ts'
import { type Claimed, claimJobs } from './claim-jobs.ts'
import type { Job } from './job.ts'
import { listNextDue } from './job-claim-store.ts'
import type { JobLine } from './job-line.ts'
import { JobSlots } from './job-slots.ts'
import { LineProbe } from './line-probe.ts'
import { type ClaimedJob, dropLostRuns, Interruption } from './lost-runs.ts'
import { nextAhead } from './next-ahead.ts'
import { QuietWait } from './quiet-wait.ts'
import { type RescueNeeds, rescueJobs } from './rescue-jobs.ts'
import { isSuspect } from './retry-policy.ts'
import { runJob } from './run-job.ts'
import { type EndedRun, writeEnds } from './write-ends.ts'

interface JobRunnerNeeds extends RescueNeeds {
  readonly metrics?: Pick<Metrics, 'job'> & RunScope
  /** Maximum number of jobs that make the same step at the same time. */
  readonly concurrency: number
  /** undefined where no step needs one. */
  readonly line?: JobLine
  /** Called when more may be due than were claimed. */
  readonly offerJobs?: () => void
}

/** Whose the running jobs are is looked at so often, and whenever `look` is called. */
const lookEveryMs = 10_000
/** A job claimed beyond the free slots is handed back after this time, because another process may have free ones. */
const aheadMsMax = 1_000
/** The end of a run waits this long for the ends of others; a crash in the meantime makes it run again. */
const endsWaitMsMax = 10
/** Longer than the servers live of which one after another crashes at its start or is killed. */
const soundAfterMs = 20_000
/** Polls at least this often, so that a changed system clock cannot delay due jobs. */
const pollEveryMs = 1_000

export class JobRunner {
  readonly #needs: JobRunnerNeeds
  /** The jobs that this runner claimed, until their ends are written. */
  readonly #claimed = new Map<string, ClaimedJob>()
  /** Claimed jobs whose runs have not begun: all slots are taken. */
  #ready: Job[] = []
  /** Since when the first of them is the first, on the steady clock. */
  #firstReadyAtMs = 0
  /** How often this node has lost its lease. */
  #leaseLosses = 0
  /** Since when it runs and its node has held the lease, on the steady clock. */
  #steadySince = 0
  /** Jobs to claim beyond the free slots. */
  #ahead = 0
  /** When jobs were claimed last, on the steady clock. */
  #claimedAtMs = 0
  /** Of the runs under way. */
  readonly #slots: JobSlots
  /** A suspect has all slots. */
  #runsSuspect = false
  /** A suspect is due and waits for the end of the runs under way, or other jobs go first. */
  #suspect: Claimed['suspect'] = 'none'
  readonly #quietWait: QuietWait
  readonly #probe: LineProbe
  /** Runs that ended and are not written yet. */
  #ended: EndedRun[] = []
  #timer: Cancel = () => {}
  #lookedAt = 0
  #polling: Promise<void> | undefined
  #pollAgain = false
  #stopped = true
  /** Only the first failure of a row is logged: on a full disk each look fails. */
  #isFailing = false

  constructor(needs: JobRunnerNeeds) {
    this.#needs = needs
    this.#quietWait = new QuietWait(needs.clock)
    this.#probe = new LineProbe(needs)
    this.#slots = new JobSlots(needs.concurrency)
  }

  /** Takes over jobs of nodes that are dead, then starts polling. */
  async start(): Promise<void> {
    this.#stopped = false
    this.#steadySince = this.#needs.clock.steadyMs()
    this.#lookedAt = this.#needs.clock.steadyMs()
    await this.#rescue()
    this.wake()
  }

  /** Looks for jobs of nodes that are dead, and for runs that have lost their jobs. */
  look(): void {
    this.#lookedAt = 0
    this.wake()
  }

  /** Aborts all runs, because another node may take over their jobs. */
  loseLease(): void {
    this.#leaseLosses += 1
    this.#steadySince = this.#needs.clock.steadyMs()
    this.#handBackReady('lease_lost')
    for (const { abort } of this.#claimed.values()) abort.abort(new Interruption('lease_lost'))
    this.wake()
  }

  /** Polls now; called after a commit that made jobs due. Returns whether a slot is free for one, whatever its step. */
  wake(): boolean {
    if (this.#stopped) return false
    this.#pollSoon()
    const mayTake = this.#needs.node.mayTakeWork() && !this.#isHeld && !this.#probe.leaves
    return mayTake && this.#slots.hasForEachStep
  }

  /** Whether the node has lived so long that it does not seem to die by itself. */
  get #isSound(): boolean {
    return this.#needs.clock.steadyMs() - this.#steadySince >= soundAfterMs
  }

  /** Whether a suspect keeps others from beginning. */
  get #isHeld(): boolean {
    return this.#runsSuspect || this.#suspect === 'waits'
  }

  /** Resolves when no job is running or due. */
  async idle(): Promise<void> {
    while (this.#polling || this.#claimed.size > 0) {
      await this.#polling
      await Promise.all([...this.#claimed.values()].map(({ ended }) => ended))
    }
  }

  /** Stops claiming, waits up to `timeoutMs`, then aborts the remaining runs and hands their jobs back. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopped = true
    await this.#polling
    this.#timer()
    if (this.#ready.length > 0) this.#pollSoon()
    const idle = this.idle()
    await Promise.race([idle, elapsed(this.#needs.clock, timeoutMs)])
    for (const { abort } of this.#claimed.values()) abort.abort(new Interruption('stopping'))
    await Promise.race([idle, elapsed(this.#needs.clock, 1_000)])
  }

  #pollSoon(): void {
    this.#pollAgain = true
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined
      // A run ended or `wake` was called while the last poll was ending.
      if (this.#pollAgain) this.#pollSoon()
    })
  }

  async #poll(): Promise<void> {
    this.#timer()
    try {
      while (this.#pollAgain) {
        this.#pollAgain = false
        await this.#turnOver()
        await this.#beginReady()
      }
      await this.#setTimer()
      this.#isFailing = false
    } catch (error) {
      // The database failed, for example because the disk is full. Nothing is lost; the next poll tries again.
      if (!this.#isFailing) this.#needs.log.error('jobs_look_failed', {}, error)
      this.#isFailing = true
      if (!this.#stopped) this.#timer = this.#needs.clock.after(pollEveryMs, () => this.wake())
    }
  }

  /** Writes the ends of runs and claims jobs for their slots in one commit. */
  async #turnOver(): Promise<void> {
    await turnOfTheLoop() // Runs that end in one turn of the event loop are written together.
    if (!this.#stopped) await this.#lookAtRuns()
    const { clock, concurrency } = this.#needs
    const isAheadTooLong = clock.steadyMs() - this.#firstReadyAtMs > aheadMsMax
    if (this.#stopped || isAheadTooLong) this.#handBackReady('stopping')
    const passedMs = clock.steadyMs() - this.#claimedAtMs
    const isOver = this.#slots.isQuiet && this.#ended.length > 0
    const scene = { isWaiting: this.#ready.length > 0, isOver, passedMs, concurrency }
    this.#ahead = nextAhead(this.#ahead, scene)
    const ended = this.#ended
    this.#ended = []
    const written = writeEnds(this.#needs, ended)
    try {
      if (!this.#stopped) await this.#claim()
    } finally {
      await written
      for (const { job } of ended) this.#claimed.delete(job.id)
      // Jobs that go on at once were not due yet when others were claimed.
      this.#pollAgain ||= ended.some(({ end }) => end.kind === 'again' && end.at <= clock.now())
    }
  }

  async #claim(): Promise<void> {
    const { db, clock, node } = this.#needs
    this.#suspect = 'none'
    if (!node.mayTakeWork() || this.#isHeld || this.#slots.isFull) return
    const losses = this.#leaseLosses
    const isQuiet = this.#slots.isQuiet && this.#ready.length === 0
    const slots = { free: this.#slots.freeBeside(this.#ready), ahead: this.#ahead, isQuiet }
    const scene = { isSound: this.#isSound, leads: node.leads(), quietWait: this.#quietWait }
    const { leaveMs } = this.#probe
    const order = { owner: node.id, nowMs: clock.now(), leaveMs, ...scene, ...slots }
    const claimed = await claimJobs(db, order)
    this.#suspect = claimed.suspect
    if (claimed.isMore) this.#needs.offerJobs?.()
    const isCalm = claimed.jobs.length === 0 && claimed.suspect === 'none'
    const jobs = isCalm ? await this.#probe.claim(node.id, slots.free) : claimed.jobs
    if (jobs.length === 0) return
    this.#claimedAtMs = clock.steadyMs()
    if (this.#ready.length === 0) this.#firstReadyAtMs = this.#claimedAtMs
    const isOurs = node.mayTakeWork() && losses === this.#leaseLosses
    if (isOurs) this.#ready.push(...jobs)
    else this.#handBack(jobs, 'lease_lost')
    this.#pollAgain ||= !isOurs
  }

  /** Begins claimed jobs while slots are free. Returns soon, so that the ends of earlier runs are written. */
  async #beginReady(): Promise<void> {
    const { clock } = this.#needs
    const until = clock.steadyMs() + endsWaitMsMax
    while (!this.#stopped) {
      this.#beginFree(clock)
      if (this.#ready.length === 0 || clock.steadyMs() > until) return
      await turnOfTheLoop()
      if (!this.#ready.some(({ step }) => this.#slots.has(step))) return
    }
  }

  #beginFree(clock: Clock): void {
    const [first] = this.#ready
    const startedAt = clock.now()
    this.#ready = this.#ready.filter((job) => {
      const begins = this.#slots.has(job.step)
      if (begins) this.#begin(job, startedAt)
      return !begins
    })
    if (this.#ready[0] !== first) this.#firstReadyAtMs = clock.steadyMs()
  }

  #handBackReady(reason: Interruption['reason']): void {
    this.#handBack(this.#ready, reason)
    this.#ready = []
  }

  #handBack(jobs: readonly Job[], reason: Interruption['reason']): void {
    const startedAt = this.#needs.clock.now()
    const end = { kind: 'handed-back', reason } as const
    for (const job of jobs) this.#ended.push({ job, end, startedAt })
  }

  #begin(job: Job, startedAt: number): void {
    const abort = new AbortController()
    this.#slots.take(job.step)
    this.#runsSuspect = isSuspect(job)
    this.#claimed.set(job.id, { run: job.runs, abort, ended: this.#run(job, abort, startedAt) })
  }

  async #run(job: Job, abort: AbortController, startedAt: number): Promise<void> {
    const end = await runJob(this.#needs, job, { abort, isStopping: () => this.#stopped })
    this.#slots.release(job.step)
    this.#runsSuspect = false
    this.#ended.push({ job, end, startedAt })
    this.#probe.ended(job, startedAt, end)
    this.#pollSoon()
  }

  async #lookAtRuns(): Promise<void> {
    const nowMs = this.#needs.clock.steadyMs()
    if (this.#lookedAt > 0 && nowMs - this.#lookedAt < lookEveryMs) return
    this.#lookedAt = nowMs
    const ended = this.#ended.map(({ job }) => job.id)
    const held = { claimed: this.#claimed, ready: this.#ready, ended }
    this.#ready = await dropLostRuns(this.#needs, held)
    await this.#rescue()
  }

  async #rescue(): Promise<void> {
    const count = await rescueJobs(this.#needs)
    if (count > 0) this.#needs.log.info('jobs_rescued', { count })
  }

  async #setTimer(): Promise<void> {
    if (this.#stopped) return
    const { clock, db, node } = this.#needs
    const delays = (await listNextDue(db.reader))
      .filter(({ step }) => this.#slots.has(step))
      .map(({ step, dueAt }) => dueAt + this.#probe.leaveMs(step) - clock.now())
    // A suspect that others pass over stays the next one due.
    const takesNone = this.#isHeld || this.#suspect === 'passed_over' || !node.mayTakeWork()
    const delay = takesNone ? pollEveryMs : Math.max(Math.min(...delays, pollEveryMs), 0)
    this.#timer = clock.after(delay, () => this.wake())
  }
}
