// Command palette: pages, commands, and what is found by id or reference. Arrow keys choose, Enter opens.

import '@mantine/spotlight/styles.layer.css'
import { Kbd, Text } from '@mantine/core'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './palette.module.css'
import { entryGroups, matchingEntries, type PaletteEntry } from './palette-entry.ts'
import { useEntries } from './use-entries.ts'
import { useFoundEntries } from './use-found-entries.ts'

const [store, spotlight] = createSpotlight()

/** @param openings Opens the palette each time it grows. */
export function Palette({ openings }: { readonly openings: number }) {
  const { t } = useTranslation('palette')
  const [text, setText] = useState('')
  const chosen = useRef<(() => void) | undefined>(undefined)
  /** Once the palette has given the focus back, so that the command may move it. */
  const actOnExit = () => {
    chosen.current?.()
    chosen.current = undefined
  }
  useEffect(() => {
    if (openings > 0) spotlight.open()
  }, [openings])
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={text}
      onQueryChange={setText}
      scrollable
      maxHeight="min(420px, 60dvh)"
      yOffset="8dvh"
      size={620}
      radius="lg"
      attributes={{ content: { 'aria-label': t('title') } }}
      overlayProps={{ backgroundOpacity: 0.45, blur: 0 }}
      transitionProps={{ transition: 'fade', duration: 120, onExited: actOnExit }}
    >
      <PaletteBody
        text={text}
        onChoose={(act) => {
          chosen.current = act
        }}
      />
    </Spotlight.Root>
  )
}

interface BodyProps {
  readonly text: string
  readonly onChoose: (act: () => void) => void
}

function PaletteBody({ text, onChoose }: BodyProps) {
  const { t } = useTranslation('palette')
  const listId = useId()
  const { selected } = useSpotlight(store)
  const { kind, found, searches } = useFoundEntries(text)
  const entries = [...found, ...matchingEntries(useEntries(), text), ...searches]
  const isEmpty = entries.length === 0
  const state = useStateText(kind, entries.length)
  const list = useRef<HTMLDivElement>(null)
  const ids = entries.map(({ id }) => id).join(' ')
  // What was found comes later and stands first: the first entry is chosen again.
  useEffect(() => {
    if (ids !== '') chooseFirst(list.current)
  }, [ids])
  return (
    <>
      <Spotlight.Search
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={selected < 0 ? undefined : `${listId}-${selected}`}
        aria-label={t('label')}
        placeholder={t('placeholder')}
        maxLength={200}
        onKeyDown={() => queueMicrotask(showChosen)}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <div ref={list} id={listId} role="listbox" aria-label={t('title')}>
        <Spotlight.ActionsList>
          {entryGroups.map((group) => (
            <PaletteGroup
              key={group}
              group={group}
              listId={listId}
              entries={entries}
              selected={selected}
              onChoose={onChoose}
            />
          ))}
        </Spotlight.ActionsList>
      </div>
      <Spotlight.Footer>
        <Text role="status" size="xs" c="dimmed">
          {isEmpty && kind !== 'asked' && kind !== 'failed' ? t('empty') : state}
        </Text>
      </Spotlight.Footer>
    </>
  )
}

/** As the library marks the chosen entry: it has no function for it. */
function chooseFirst(list: HTMLElement | null): void {
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected')
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  store.setState({ ...store.getState(), selected: 0 })
}

/** The library moves the choice by arrow keys without a word to those who follow its store, such as `aria-selected`. */
function showChosen(): void {
  store.setState({ ...store.getState() })
}

function useStateText(kind: ReturnType<typeof useFoundEntries>['kind'], count: number): string {
  const { t } = useTranslation('palette')
  if (kind === 'asked') return t('searching')
  return kind === 'failed' ? t('failed') : t('found', { count })
}

interface GroupProps {
  readonly group: PaletteEntry['group']
  readonly listId: string
  readonly entries: readonly PaletteEntry[]
  readonly selected: number
  readonly onChoose: BodyProps['onChoose']
}

function PaletteGroup({ group, listId, entries, selected, onChoose }: GroupProps) {
  const { t } = useTranslation('palette')
  const rows = entries.filter((entry) => entry.group === group)
  if (rows.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={t(`groups.${group}`)} className={classes.group ?? ''}>
      {rows.map((entry) => {
        const at = entries.indexOf(entry)
        const { icon: Icon, keyName } = entry
        return (
          <Spotlight.Action
            key={entry.id}
            // The library drops the property `id`.
            ref={(option) => option?.setAttribute('id', `${listId}-${at}`)}
            role="option"
            aria-selected={at === selected}
            label={entry.label}
            {...(entry.description ? { description: entry.description } : {})}
            leftSection={Icon && <Icon size={18} stroke={1.7} aria-hidden />}
            rightSection={keyName && <Kbd size="xs">{keyName}</Kbd>}
            onClick={() => onChoose(entry.act)}
          />
        )
      })}
    </Spotlight.ActionsGroup>
  )
}
