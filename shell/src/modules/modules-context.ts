import type { Assignment } from '@griot/contracts/module-assignment'
import { useStore } from '@griot/shell-sdk/react'
import { createContext, useContext } from 'react'
import type { Modules } from './modules.ts'

const ModulesContext = createContext<Modules | null>(null)

export const ModulesProvider = ModulesContext.Provider

export const useModules = (): Modules => {
  const modules = useContext(ModulesContext)
  if (!modules) throw new Error('useModules() is called outside the shell')
  return modules
}

export const useAssignment = (): Assignment => useStore(useModules().registry)
