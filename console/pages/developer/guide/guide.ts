// The guide's pages, and the fragments that name them in the address: `guide`, `guide/webhooks`,
// `guide/webhooks/retries`. Pure.

import { type Inline, parseMarkdown } from '../../../frame/markdown/markdown.ts'

export interface GuidePage {
  /** Name of the file without `.md`, as in `svc help`. */
  readonly topic: string
  readonly title: string
  /** The sentence that the page opens with. */
  readonly opening: string
  /** Markdown. */
  readonly text: string
}

export interface GuidePlace {
  /** Undefined for the list of topics. */
  readonly topic: string | undefined
  readonly heading: string | undefined
}

export const guideFragment = 'guide'

/** Reads a page from the path and the text of its file. */
export function readGuidePage(path: string, text: string): GuidePage {
  const topic = path.replace(/^.*\/|\.md$/g, '')
  const [title, opening] = parseMarkdown(text).map((block) =>
    'inlines' in block ? plainText(block.inlines) : '',
  )
  return { topic, title: title ?? topic, opening: opening ?? '', text }
}

function plainText(inlines: readonly Inline[]): string {
  return inlines.map(({ text }) => text).join('')
}

/** Returns undefined for a fragment that is not of the guide. */
export function guidePlaceOf(fragment: string): GuidePlace | undefined {
  const [guide, topic, heading] = fragment.split('/')
  return guide === guideFragment ? { topic, heading } : undefined
}

/** Returns the fragment that a link on the page of `topic` leads to; undefined for a link out of the guide. */
export function fragmentOfLink(topic: string, href: string): string | undefined {
  const [, page, heading] = /^(?:([a-z-]+)\.md)?(?:#(.+))?$/.exec(href) ?? []
  if (page === undefined && heading === undefined) return undefined
  const place = `${guideFragment}/${page ?? topic}`
  return heading === undefined ? place : `${place}/${heading}`
}

/** Returns the pages that contain every word. */
export function searchGuide(pages: readonly GuidePage[], words: string): readonly GuidePage[] {
  const wanted = words.toLowerCase().split(/\s+/)
  return pages.filter(({ topic, text }) => {
    const all = `${topic} ${text}`.toLowerCase()
    return wanted.every((word) => all.includes(word))
  })
}
