// Keeps what many clients send at once from holding the event loop. libuv reads every socket that has data in one turn,
// so a turn that has worked for clients for long enough stops reading all of them; the following turns go on, some
// connections at a time. What waits does so in the kernel, and its clients with it.

import type { Duplex } from 'node:stream'

export interface TurnSharing {
  /** Shares the turns with the connection until it closes. */
  add(socket: Duplex): void
  /** Call it before each piece of work that a connection brings: a request, or a part of a body. */
  note(socket: Duplex): void
}

interface TurnLimits {
  /** Of the processor: other programs may have it in between. Up to the number of few pieces, a turn may take twice. */
  readonly ms: number
  readonly fewPieces: number
  /** A piece may go on in a later turn together with all others, as when one answer of PostgreSQL lets them go on. */
  readonly pieces: number
  /** Connections that are read again in each following turn. */
  readonly resumed: number
}

/** 64 connections that each wait for their answers stay together, because their transactions share a commit. */
const limitsDefault: TurnLimits = { ms: 12, fewPieces: 64, pieces: 256, resumed: 64 }

interface Reader {
  /** In which round the connection brought something last. */
  round: number
  /** It waits among those that the following turns read. */
  isStopped: boolean
}

export function createTurnSharing(limits: TurnLimits = limitsDefault): TurnSharing {
  const readers = createReaders()
  const { stop } = readers
  let hasTaken = (_ms: number) => false
  let pieces = 0
  let isOver = false
  let round = 0
  let stopped: Duplex[] = []
  let resumed: Duplex[] = []

  const msOf = (count: number) => (count > limits.fewPieces ? limits.ms : limits.ms * 2)

  function endTurn(): void {
    pieces = 0
    isOver = false
  }

  /**
   * Those that the turn did not come to are first in the next one. The system tells of sockets in the order in which
   * they were resumed, so these are what lies behind the last one that brought something.
   */
  function stopAll(): void {
    const hadTurn = (socket: Duplex) => readers.roundOf(socket) === round
    const next = resumed.slice(resumed.findLastIndex(hadTurn) + 1).filter(stop)
    const others = readers.all().filter(stop)
    const isWaiting = stopped.length > 0
    stopped = [
      ...next,
      ...stopped,
      ...others.filter((socket) => !hadTurn(socket)),
      ...others.filter(hadTurn),
    ]
    resumed = []
    round += 1
    if (!isWaiting) setImmediate(resumeSome)
  }

  function resumeSome(): void {
    resumed = stopped.splice(0, limits.resumed)
    for (const socket of resumed) readers.resume(socket)
    if (stopped.length > 0) setImmediate(resumeSome)
  }

  return {
    add(socket) {
      readers.add(socket)
      // New connections would else take every turn before those that wait. Node begins to read one in the next tick.
      process.nextTick(() => {
        if (stopped.length > 0 && stop(socket)) stopped.push(socket)
      })
    },
    note(socket) {
      readers.setRound(socket, round)
      pieces += 1
      if (pieces === 1) setImmediate(endTurn)
      // Most turns of a server with few clients bring one piece, which needs no clock.
      else if (pieces === 2) hasTaken = measureTurn()
      else if (!isOver && (pieces > limits.pieces || hasTaken(msOf(pieces)))) {
        isOver = true
        stopAll()
      }
    },
  }
}

/** The connections that are open, and which of them are stopped. */
function createReaders() {
  const readers = new Map<Duplex, Reader>()
  return {
    all: () => [...readers.keys()],
    roundOf: (socket: Duplex) => readers.get(socket)?.round,
    add(socket: Duplex): void {
      const reader: Reader = { round: -1, isStopped: false }
      readers.set(socket, reader)
      socket.once('close', () => readers.delete(socket))
      // Node resumes a connection by itself at the end of each request, and as its body is read.
      socket.on('resume', () => {
        if (reader.isStopped) socket.pause()
      })
    },
    setRound(socket: Duplex, round: number): void {
      const reader = readers.get(socket)
      if (reader !== undefined) reader.round = round
    },
    /** Returns whether it was read until now. */
    stop(socket: Duplex): boolean {
      const reader = readers.get(socket)
      // Others are paused by whoever reads their body, or are closing.
      if (reader === undefined || reader.isStopped || socket.isPaused()) return false
      reader.isStopped = true
      socket.pause()
      return true
    },
    resume(socket: Duplex): void {
      const reader = readers.get(socket)
      if (reader === undefined) return
      reader.isStopped = false
      socket.resume()
    },
  }
}

/** Returns a function that tells whether more than so many milliseconds of processor time have passed. */
function measureTurn(): (ms: number) => boolean {
  const startedAt = performance.now()
  const before = process.threadCpuUsage()
  return (ms) => {
    // The clock costs a tenth of the other call, and never shows less.
    if (performance.now() - startedAt <= ms) return false
    const { user, system } = process.threadCpuUsage(before)
    return user + system > ms * 1_000
  }
}
