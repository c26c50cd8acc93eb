// The handbook of the staff, as `data/reference/handbook/` has it in each language: an opening, then sections, each
// with the permission of those who need it. Pure.

import { isPermission, type Permission } from '../../../server/users/role.ts'

export interface Handbook {
  readonly opening: string
  readonly sections: readonly HandbookSection[]
}

export interface HandbookSection {
  /** The same in every language; names the section in the address. */
  readonly id: string
  readonly title: string
  /** undefined: everybody reads it. */
  readonly permission: Permission | undefined
  /** Markdown, without the title. */
  readonly text: string
}

/** @throws Error naming a section without an id, or with an unknown permission */
export function readHandbook(text: string): Handbook {
  const [opening = '', ...sections] = text.split(/^# /m)
  return { opening: opening.trim(), sections: sections.map(readSection) }
}

const head = /^(.+)\n<!-- id: ([a-z-]+)(?:, may: ([a-z._]+))? -->\n/

function readSection(text: string): HandbookSection {
  const [whole = '', title = '', id, permission] = head.exec(text) ?? []
  if (id === undefined) throw new Error(`a section has no id: ${text.slice(0, 40)}`)
  if (permission !== undefined && !isPermission(permission)) {
    throw new Error(`${id} names an unknown permission: ${permission}`)
  }
  return { id, title, permission, text: text.slice(whole.length).trim() }
}
