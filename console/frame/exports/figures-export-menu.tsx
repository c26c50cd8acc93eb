// Menu that downloads the figures of a page as CSV, and in other formats where it has items for them.

import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { useDownload } from '../../api/use-download.ts'
import { CsvItems } from '../csv/csv-items.tsx'
import type { Separator } from '../csv/separator.ts'
import { ErrorState } from '../parts/error-state.tsx'

interface FiguresExportMenuProps {
  readonly label: string
  readonly download: ReturnType<typeof useDownload>
  readonly csvText: (separatorName: string) => string
  readonly onCsv: (separator: Separator) => void
  /** Items of other formats. */
  readonly children?: ReactNode
}

export function FiguresExportMenu(props: FiguresExportMenuProps) {
  const { label, download, csvText, onCsv, children } = props
  return (
    <>
      {download.isError && <ErrorState error={download.error} />}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={download.isPending}
          >
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={label}>
          {children}
          <CsvItems textOf={csvText} onChoose={onCsv} />
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
