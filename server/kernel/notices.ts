// Wakes other parts of the product after a commit: in this process by a direct call, in the other nodes through a link,
// unless this one does all of the work. A notice may get lost, so everything that it announces is in the database too
// and found there within a second.

export const topics = ['jobs', 'first_attempts', 'retries'] as const
export type Topic = (typeof topics)[number]

export interface Notice {
  readonly topic: Topic
  /** Ids of what has to be looked at; empty: all of it. */
  readonly ids: readonly string[]
}

export interface Notices {
  /** Call it after the commit. Listeners of this process run before it returns. */
  publish(topic: Topic, ids?: readonly string[]): void
  /** Tells the other nodes only. */
  offer(topic: Topic): void
  /** Returns a function that ends the subscription. */
  subscribe(topic: Topic, listener: Listener): () => void
}

/** Returns true if this node does all of it, so that no other has to look. */
type Listener = (ids: readonly string[]) => unknown

/** Carries notices between the nodes of one database. */
export interface NoticeLink {
  /** Called at most once in a turn of the event loop, with one notice a topic. Must not throw. */
  send(notices: readonly Notice[]): void
  /** Registers the function to be called with the notices of other nodes. */
  onReceive(receive: (notices: readonly Notice[]) => void): void
}

/** Ids in a notice between nodes: a notification of PostgreSQL holds 8000 bytes. Beyond it the notice names none. */
const idsMax = 100

/** @param link undefined for the only node of a database */
export function createNotices(link?: NoticeLink): Notices {
  const listeners = new Map<Topic, Set<Listener>>()
  const waiting = new Map<Topic, Set<string> | 'all'>()

  /** Returns whether a listener does all of it. */
  function call({ topic, ids }: Notice): boolean {
    return [...(listeners.get(topic) ?? [])].map((listener) => listener(ids)).includes(true)
  }

  function flush(): void {
    const notices = [...waiting].map(([topic, ids]) => ({
      topic,
      ids: ids === 'all' ? [] : [...ids],
    }))
    waiting.clear()
    link?.send(notices)
  }

  function sendSoon({ topic, ids }: Notice): void {
    if (waiting.size === 0) setImmediate(flush)
    const known = waiting.get(topic) ?? new Set<string>()
    if (known === 'all') return
    for (const id of ids) known.add(id)
    waiting.set(topic, ids.length === 0 || known.size > idsMax ? 'all' : known)
  }

  link?.onReceive((notices) => notices.forEach(call))
  return {
    publish(topic, ids = []) {
      const notice = { topic, ids }
      if (!call(notice) && link) sendSoon(notice)
    },
    offer(topic) {
      if (link) sendSoon({ topic, ids: [] })
    },
    subscribe(topic, listener) {
      const known = listeners.get(topic) ?? new Set()
      listeners.set(topic, known.add(listener))
      return () => void known.delete(listener)
    },
  }
}
