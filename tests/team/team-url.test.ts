import { describe, expect, it } from 'vitest';
import { nameTeam, readTeamUrl } from '../../src/team/team-url.ts';

describe('readTeamUrl', () => {
  it.each([
    ['postgres://ada@db.example.com/team', 'verify'],
    ['postgresql://ada@10.0.0.1:5433/team?sslmode=verify-full', 'verify'],
    ['postgres://ada@db.example.com/team?sslmode=require', 'verify'],
    ['postgres://ada@db.example.com/team?sslmode=no-verify', 'no-verify'],
    ['postgres://ada@db.example.com/team?sslmode=disable', 'off'],
    ['postgres://ada@localhost/team', 'off'],
    ['postgres://ada@127.0.0.1/team', 'off'],
    ['postgres://ada@[::1]/team', 'off'],
    ['postgres://ada@ignored/team?host=/var/run/postgresql', 'off'],
    ['postgres://ada@localhost/team?sslmode=require', 'verify'],
    ['postgres://ada@127.0.0.1.example.com/team', 'verify'],
  ])('encrypts what leaves the machine: %s', (url, tls) => {
    expect(readTeamUrl(url)).toMatchObject({ user: 'ada', database: 'team', tls });
  });

  it('reads user, password, port and certificate, and never shows the password', () => {
    const place = readTeamUrl('postgres://a%40b:p%2Fw@db.example.com:6000/team?sslrootcert=/etc/ca.pem');
    expect(place).toMatchObject({ user: 'a@b', password: 'p/w', port: 6000, rootCertificate: '/etc/ca.pem' });
    expect(nameTeam(place)).toBe('team on db.example.com');
  });
});
