// Matchers that infra/testing/screen-setup.ts adds to every screen test.
import '@testing-library/jest-dom/vitest'
