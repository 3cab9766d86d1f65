// The made-up project `harbour` as it is before the first session; edits of the sessions change it.

/** Where the project is in the logs. The demo replaces this string by its own folder. */
export const ROOT = '/home/mara/harbour';

/** Paths relative to the project, and their text. */
export const files = {
  'services/booking/settings.py': `import os

DATABASE_URL = os.environ.get("DATABASE_URL", "postgresql+psycopg://localhost/harbour")
TIDE_FEED = os.environ.get("TIDE_FEED", "https://tides.example/v2")
MANIFEST_VERSION = "1.3.2"
MANIFEST_DIR = "var/manifests"
MAX_NIGHTS = 21
`,
  'services/booking/domain/berth.py': `from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Stay:
    arrival: datetime
    departure: datetime

    def overlaps(self, other: "Stay") -> bool:
        return self.arrival <= other.departure and other.arrival <= self.departure


@dataclass
class Berth:
    code: str
    max_draught: float
    stays: list[Stay]

    def is_free(self, stay: Stay) -> bool:
        return not any(stay.overlaps(taken) for taken in self.stays)
`,
  'services/booking/domain/vessel.py': `from dataclasses import dataclass


@dataclass(frozen=True)
class Vessel:
    imo: str
    name: str
    draught: float

    @property
    def label(self) -> str:
        return f"{self.name} ({self.imo})"
`,
  'services/booking/domain/tide.py': `def tide_window(highs, margin):
    """Pairs of times between which a ship may pass the sill."""
    return [(high - margin, high + margin) for high in highs]
`,
  'services/booking/pricing.py': `from decimal import Decimal

NIGHT = Decimal("42.00")
PER_METRE = Decimal("3.50")


def quote(length: Decimal, nights: int) -> Decimal:
    return nights * (NIGHT + PER_METRE * length)
`,
  'scripts/import_ships.py': `import csv
import sys

from services.booking.domain.vessel import Vessel


def header(path):
    with open(path, newline="") as file:
        first = next(csv.reader(file))
    print("header:", ", ".join(first))


def load(path):
    import polars as pl

    return [Vessel(*row) for row in pl.read_csv(path, comment_prefix="#").rows()]


if __name__ == "__main__":
    path = sys.argv[1] if len(sys.argv) > 1 else "data/ships.csv"
    header(path)
    print(f"imported {len(load(path))} ships from {path}")
`,
  'scripts/sync_tides.py': `import argparse
from datetime import datetime

import polars as pl

from services.booking.settings import TIDE_FEED


def to_rows(frame: pl.DataFrame):
    for at, height in frame.rows():
        yield datetime.fromisoformat(at), height
`,
  'scripts/export_rates.py': `import argparse
from decimal import Decimal

import polars as pl

from services.booking.pricing import quote


def export(month: str, lengths: list[Decimal]) -> pl.DataFrame:
    return pl.DataFrame({"length": lengths, "night": [quote(length, 1) for length in lengths]})
`,
  'tests/unit/test_berth.py': `from datetime import datetime

from services.booking.domain.berth import Berth, Stay


def stay(first: int, last: int) -> Stay:
    return Stay(datetime(2026, 5, first), datetime(2026, 5, last))


def test_taken_berth_is_not_free():
    assert not Berth("A1", 4.2, [stay(1, 4)]).is_free(stay(2, 3))
`,
  'tests/unit/test_pricing.py': `from decimal import Decimal

from services.booking.pricing import quote


def test_two_nights():
    assert quote(Decimal(10), 2) == Decimal("154.00")


def test_weekly_rate_gives_one_night_free():
    assert quote(Decimal(10), 7) == Decimal("462.00")
`,
  'tests/integration/conftest.py': `import pytest

from services.booking.db import session_factory


@pytest.fixture
def db():
    # The tables come from scripts/seed_db.py: the database container starts empty.
    with session_factory() as session:
        yield session
        session.rollback()
`,
  'docs/booking.md': `# Booking

A berth is booked from arrival to departure. Two stays may not overlap.

Tide windows are in UTC.
`,
  'docs/manifest.md': `# Manifest tool

Current version: 1.3.2

Writes one manifest per quay. Entries are sorted by arrival.
`,
  'docs/release.md': `# Release

1. Update CHANGELOG.md.
2. Run the unit and the end-to-end tests.
3. Open a pull request from a release branch.
`,
  'CHANGELOG.md': `# Changelog

## 2.5.0

- Tide windows in UTC.
`,
  'tools/manifest/build.gradle.kts': `plugins {
    kotlin("jvm") version "2.1.0"
    \`maven-publish\`
}

group = "port.harbour"
version = "1.3.2"
`,
  'tools/manifest/src/main/kotlin/Manifest.kt': `package port.harbour

data class Entry(val berth: String, val arrival: Long)

class Manifest(private val entries: List<Entry>) {
    fun lines(): List<String> = entries.sortedBy { it.arrival }.map { it.berth }
}
`,
  'web/package.json': `{
  "name": "@harbour/web",
  "private": true,
  "scripts": {
    "dev": "vite",
    "build": "vite build",
    "lint": "eslint src",
    "test:unit": "vitest run",
    "test:e2e": "playwright test"
  },
  "dependencies": {
    "@harbour/tokens": "workspace:*",
    "react": "^19.0.0"
  }
}
`,
  'web/src/main.tsx': `import { createRoot } from 'react-dom/client';
import { ShipList } from './ui/ShipList';

createRoot(document.body).render(<ShipList />);
`,
  'web/src/ui/BerthCard.tsx': `import type { Berth } from '../generated/schema';

export function BerthCard({ berth }: { berth: Berth }) {
  return (
    <article>
      <h3>{berth.code}</h3>
    </article>
  );
}
`,
  'web/src/ui/BookingForm.tsx': `import { useState } from 'react';

export function BookingForm({ onBook }: { onBook: (nights: number) => void }) {
  const [nights, setNights] = useState(1);
  return (
    <form onSubmit={() => onBook(nights)}>
      <input type="number" value={nights} onChange={(event) => setNights(Number(event.target.value))} />
      <button>Book</button>
    </form>
  );
}
`,
  'web/src/ui/ShipList.tsx': `export function ShipList() {
  return <ul className="ships" />;
}
`,
  'web/src/ui/TideChart.tsx': `import type { TideWindow } from '../generated/schema';

export function TideChart({ windows }: { windows: TideWindow[] }) {
  return (
    <svg role="img" aria-label="Tide windows">
      {windows.map((window) => (
        <rect key={window.opens} />
      ))}
    </svg>
  );
}
`,
  'web/src/generated/schema.ts': writeSchema(),
};

/** 5,200 lines that no agent can read at once. */
function writeSchema() {
  const known = {
    180: ['Berth', 'code: string;', 'quay: string;', 'max_draught: number;', 'length: number;'],
    260: ['TideWindow', 'opens: string;', 'closes: string;', 'height: number;', 'quay: string;'],
  };
  const types = Array.from({ length: 433 }, (_, number) => {
    const [name, ...fields] = known[number] ?? [
      `Event${number}`,
      'id: string;',
      'at: string;',
      'quay: string;',
      'kind: string;',
    ];
    const rest = ['created_at', 'updated_at', 'created_by', 'updated_by', 'revision'].map(
      (field) => `${field}: string;`,
    );
    return [`export interface ${name} {`, ...[...fields, ...rest].map((field) => `  ${field}`), '}', ''];
  });
  return types.flat().join('\n');
}
