// A keyboard shortcut as the list of shortcuts shows it.

export interface Shortcut {
  /** Key name as in `KeyboardEvent.key`: `/`, `j`, `Enter`; `Ctrl+Enter` also matches Cmd+Enter. */
  readonly key: string
  readonly label: string
  readonly group: ShortcutGroup
}

/** In the order of the list. */
export const shortcutGroups = ['general', 'list', 'review', 'page', 'images'] as const
export type ShortcutGroup = (typeof shortcutGroups)[number]
