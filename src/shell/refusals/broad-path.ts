/** Whether a path reaches beyond a folder of the project: the root, a home, a parent folder, everything. */
export function isBroad(path: string): boolean {
  const plain = path.replace(/["']/g, '').replace(/[\\/]+$/, '');
  if (
    plain === '' ||
    /^(?:[A-Za-z]:|~|\.|\.\.|\*|\.\*|\$\{?(?:HOME|PWD|USERPROFILE|env:USERPROFILE)\}?|%USERPROFILE%|%SystemRoot%)(?:[\\/]\*{0,2})?$/i.test(
      plain,
    )
  )
    return true;
  if (/^(?:\.\.[\\/])+(?:\*|\.\.)?$|^\.\.[\\/]/.test(`${plain}/`)) return true;
  if (
    /^\/(?:bin|boot|dev|etc|home|lib\w*|opt|proc|root|sbin|srv|sys|usr|var|Users|Library|System|Applications)(?:\/[^/]*)?$/.test(
      plain,
    )
  )
    return true;
  return (
    /^~[\\/]\.?[\w-]+$/.test(plain) ||
    /^\$\{?\w+\}?[\\/]?\*?$/.test(plain) ||
    /^\.?[\\/]?\*{1,2}(?:[\\/]\*+)?$/.test(plain)
  );
}
