// Reads the guide from `data/guide/`: one Markdown file a topic, which opens with a title and one sentence.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface Topic {
  /** Name of the file without `.md`, as `svc help` takes it. */
  readonly name: string
  readonly title: string
  /** The sentence that the page opens with. */
  readonly opening: string
}

const folder = new URL('../../data/guide/', import.meta.url)

/** Returns every topic, in the order of the names. */
export function listTopics(): readonly Topic[] {
  return topicNames().map((name) => {
    const [, title = '', opening = ''] = /^# (.+)\n\n(.+)\n/.exec(readPage(name)) ?? []
    return { name, title, opening }
  })
}

/** Returns the names of all topics, in order. */
export function topicNames(): readonly string[] {
  return readdirSync(fileURLToPath(folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
    .toSorted()
}

/** Returns the Markdown of a topic from `topicNames`. */
export function readPage(name: string): string {
  return readFileSync(new URL(`${name}.md`, folder), 'utf8')
}
