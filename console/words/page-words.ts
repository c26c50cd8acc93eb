// Made by npm run words from the files in en/ and fr/; do not edit.

// biome-ignore-all format: one row a page

/** The texts of each page by language, loaded with the first page that needs them. */
export const pageWords = {
  /** The labels for codes, which case files also print. */
  labels: { en: async () => (await import('../../data/reference/words/en.json', { with: { type: 'json' } })).default, fr: async () => (await import('../../data/reference/words/fr.json', { with: { type: 'json' } })).default },
  /** The findings of the checks, which svc doctor also prints. */
  checks: { en: async () => (await import('../../data/reference/checks/en.json', { with: { type: 'json' } })).default, fr: async () => (await import('../../data/reference/checks/fr.json', { with: { type: 'json' } })).default },
  account: { en: async () => (await import('./en/account.json', { with: { type: 'json' } })).default, fr: async () => (await import('./fr/account.json', { with: { type: 'json' } })).default },
  approvals: { en: async () => (await import('./en/approvals.json', { with: { type: 'json' } })).default, fr: async () => (await import('./fr/approvals.json', { with: { type: 'json' } })).default },
  audit: { en: async () => (await import('./en/audit.json', { with: { type: 'json' } })).default, fr: async () => (await import('./fr/audit.json', { with: { type: 'json' } })).default },
  developer: { en: async () => (await import('./en/developer.json', { with: { type: 'json' } })).default, fr: async () => (await import('./fr/developer.json', { with: { type: 'json' } })).default },
  directory: { en: async () => (await import('./en/directory.json', { with: { type: 'json' } })).default, fr: async () => (await import('./fr/directory.json', { with: { type: 'json' } })).default },
  keys: { en: async () => (await import('./en/keys.json', { with: { type: 'json' } })).default, fr: async () => (await import('./fr/keys.json', { with: { type: 'json' } })).default },
  palette: { en: async () => (await import('./en/palette.json', { with: { type: 'json' } })).default, fr: async () => (await import('./fr/palette.json', { with: { type: 'json' } })).default },
  reports: { en: async () => (await import('./en/reports.json', { with: { type: 'json' } })).default, fr: async () => (await import('./fr/reports.json', { with: { type: 'json' } })).default },
  reviews: { en: async () => (await import('./en/reviews.json', { with: { type: 'json' } })).default, fr: async () => (await import('./fr/reviews.json', { with: { type: 'json' } })).default },
  system: { en: async () => (await import('./en/system.json', { with: { type: 'json' } })).default, fr: async () => (await import('./fr/system.json', { with: { type: 'json' } })).default },
  usage: { en: async () => (await import('./en/usage.json', { with: { type: 'json' } })).default, fr: async () => (await import('./fr/usage.json', { with: { type: 'json' } })).default },
  users: { en: async () => (await import('./en/users.json', { with: { type: 'json' } })).default, fr: async () => (await import('./fr/users.json', { with: { type: 'json' } })).default },
  verifications: { en: async () => (await import('./en/verifications.json', { with: { type: 'json' } })).default, fr: async () => (await import('./fr/verifications.json', { with: { type: 'json' } })).default },
  webhooks: { en: async () => (await import('./en/webhooks.json', { with: { type: 'json' } })).default, fr: async () => (await import('./fr/webhooks.json', { with: { type: 'json' } })).default },
} as const

/** The `title` of each page's texts, for the navigation. */
export const pageTitles = {
  en: {
    account: 'My account',
    approvals: 'Approvals',
    audit: 'Audit log',
    developer: 'Developer',
    directory: 'Sign-in with {{name}}',
    keys: 'API keys',
    overview: 'Overview',
    palette: 'Search and commands',
    reports: 'Reports',
    reviews: 'Review queue',
    system: 'System',
    usage: 'Usage',
    users: 'Users',
    verifications: 'Verifications',
    webhooks: 'Webhooks',
  },
  fr: {
    account: 'Mon compte',
    approvals: 'Approbations',
    audit: 'Journal d’audit',
    developer: 'Développement',
    directory: 'Connexion avec {{name}}',
    keys: 'Clés d’API',
    overview: 'Vue d’ensemble',
    palette: 'Recherche et commandes',
    reports: 'Rapports',
    reviews: 'File d’examen',
    system: 'Système',
    usage: 'Consommation',
    users: 'Utilisateurs',
    verifications: 'Vérifications',
    webhooks: 'Webhooks',
  },
} as const
