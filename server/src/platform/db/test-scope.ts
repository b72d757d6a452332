import { RowScope } from './row-scope.ts';

/** A scope with a purpose or none, for tests of the platform, which knows no principals. */
export class TestScope extends RowScope {
  readonly session = null;
  readonly link = null;
  readonly system: string | null;
  constructor(system: string | null) {
    super();
    this.system = system;
  }
}
