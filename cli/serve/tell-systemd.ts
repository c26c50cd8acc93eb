// Tells systemd that the server is ready, that it works, and that it stops (sd_notify). Node has no datagram sockets of
// Unix, so `systemd-notify`, which every machine with systemd has, sends the messages.

import type { Clock } from '../../server/kernel/clock.ts'
import type { Log } from '../../server/kernel/log.ts'
import { runTool } from '../../server/kernel/run-tool.ts'
import type { Readiness, ReadinessCheck } from '../../server/monitoring/readiness.ts'

interface TellNeeds {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly log: Log
  readonly readiness: Pick<Readiness, 'check'>
}

interface Supervision {
  /** The server begins to stop; the watchdog is fed no longer. */
  stopping(): Promise<void>
}

const messageTimeoutMs = 10_000
/**
 * Failed checks that another start can mend. A full disk or a late copy of the audit log stays as it is. The master key
 * is read again by the server itself; without its source a server that goes on would not start again.
 */
const mendedByRestart: readonly ReadinessCheck['name'][] = ['database', 'schema']

/** Says nothing if systemd does not wait for it (no NOTIFY_SOCKET). */
export async function tellSystemd(needs: TellNeeds): Promise<Supervision> {
  const { env, clock, readiness } = needs
  if (!env.NOTIFY_SOCKET) return { stopping: async () => {} }
  let cancel = () => {}
  let isOver = false
  await send(needs, ['READY=1', 'STATUS=Serving.'])
  const everyMs = watchdogMs(env) / 3

  async function feed(): Promise<void> {
    const failed = (await readiness.check().catch(() => undefined))?.filter(
      ({ name, ok }) => !ok && mendedByRestart.includes(name),
    )
    if (isOver) return
    if (failed?.length === 0) await send(needs, ['WATCHDOG=1'])
    else
      needs.log.warn('watchdog_not_fed', {
        reason: failed?.map(({ name }) => name).join(',') ?? 'unknown',
      })
    schedule()
  }
  function schedule(): void {
    if (!isOver) cancel = clock.after(everyMs, () => void feed())
  }
  if (Number.isFinite(everyMs)) schedule()
  return {
    async stopping() {
      isOver = true
      cancel()
      await send(needs, ['STOPPING=1', 'STATUS=Stopping.'])
    },
  }
}

/** Time within which systemd expects a sign of life; infinite without a watchdog, or if it watches another process. */
function watchdogMs({ WATCHDOG_USEC, WATCHDOG_PID }: TellNeeds['env']): number {
  const isOurs = WATCHDOG_PID === undefined || Number(WATCHDOG_PID) === process.pid
  const microseconds = Number(WATCHDOG_USEC)
  return isOurs && microseconds > 0 ? microseconds / 1000 : Number.POSITIVE_INFINITY
}

async function send({ env, log }: TellNeeds, words: readonly string[]): Promise<void> {
  const sent = await runTool('systemd-notify', words, { env, timeoutMs: messageTimeoutMs })
  if (sent.status !== 0) log.warn('supervisor_not_told', { reason: words[0] ?? '' })
}
