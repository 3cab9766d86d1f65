/** Words in the name of a script or target that say it makes, starts or prepares something. */
export const CHANGING_SCRIPT =
  /(?:^|[:._-])(?:build|compile|generate|gen|codegen|migrate|migration|migrations|seed|setup|install|bootstrap|prepare|up|down|start|stop|restart|serve|server|dev|deploy|init|clean|reset|sync|login|pull|db|fmt|format|fix|deps|vendor|proto|bundle|package|assemble|publish|release|provision|link|postinstall)(?:$|[:._-])/i;

/** Words in the name of a script or target that say it checks. */
export const CHECKING_SCRIPT =
  /(?:^|[:._-])(?:tests?|spec|specs|lint|check|checks|typecheck|type-check|verify|ci|e2e|unit|integration|coverage|audit|validate|bench)(?:$|[:._-])/i;
