#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turn data/*.yaml into one C file of const tables (src/catalogue/catalogue.h has their shape).

usage: catalogue.py DATA_DIR OUTPUT.c

Unknown keys, missing ids and duplicate rows are errors that name the file and the entry.
"""
import os
import sys

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
FORMS = {"sxm": "SXM", "pcie": "PCIE", "oam": "OAM", "mezzanine": "MEZZANINE", "laptop": "LAPTOP", "superchip": "MEZZANINE",
         "?": "UNKNOWN", "": "UNKNOWN"}
CELLS = ["memory", "sm_count", "tdp", "nvlink", "bandwidth", "compute", "ids", "pcie", "driver", "l2", "mig"]
CARD_KEYS = set("""id vendor name devices subsystems architecture compute_capability form form_name memory_gb memory_mib
memory_type bandwidth_gbs fp32 tf32 bf16 fp16 fp8 fp4 int8 sm_count l2_mb tdp_w nvlink nvswitch pcie ecc mig vgpu datacenter
modified min_driver min_cuda rent_tier note source unverified unverified_note""".split())
SEVERITIES = {"info", "warn", "fail", "line"}


def die(message):
    sys.exit("catalogue.py: " + message)


def c_string(text):
    out = []
    for byte in str(text if text is not None else "").encode():
        char = chr(byte)
        out.append("\\" + char if char in '"\\' else char if 32 <= byte < 127 else "\\%03o" % byte)
    return '"' + "".join(out) + '"'


def c_bool(value):
    return "true" if value else "false"


def subsystem(text):
    if not text:
        return 0
    device, vendor = text.split(":")
    return int(device, 16) << 16 | int(vendor, 16)


def numbers(kind, values):
    return "(const %s[]){ %s0 }" % (kind, "".join("%d, " % v for v in values or []))


def load(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return yaml.load(file, LOADER)


def unique(name, keys):
    seen = set()
    for key in keys:
        if key in seen:
            die("%s: %s stands twice" % (name, key))
        seen.add(key)


def card_row(card):
    unknown = set(card) - CARD_KEYS
    if unknown:
        die("cards.yaml: %s: unknown key %s" % (card.get("id"), ", ".join(sorted(unknown))))
    for key in ("id", "vendor", "form", "source"):
        if key not in card:
            die("cards.yaml: %s has no %s" % (card.get("id"), key))
    link = card.get("nvlink", {})
    pcie = card.get("pcie", {})
    strange = set(card.get("unverified", [])) - set(CELLS)
    if strange:
        die("cards.yaml: %s: unverified: no such cell: %s" % (card["id"], ", ".join(sorted(strange))))
    if card["form"] not in FORMS:
        die("cards.yaml: %s: form: %r is none of: %s" % (card["id"], card["form"], ", ".join(sorted(FORMS))))
    bits = [1 << CELLS.index(cell) for cell in card.get("unverified", [])]
    fields = [
        ("id", c_string(card["id"])), ("vendor", c_string(card["vendor"])), ("smi_name", c_string(card.get("name"))),
        ("device_ids", numbers("uint16_t", card.get("devices"))),
        ("subsystem_ids", numbers("uint32_t", [subsystem(s) for s in card.get("subsystems", [])])),
        ("architecture", c_string(card.get("architecture"))),
        ("compute_capability", c_string(card.get("compute_capability"))),
        ("form", "FORM_" + FORMS[card["form"]]), ("form_name", c_string(card.get("form_name"))),
        ("memory_gb", int(card.get("memory_gb", 0))), ("memory_mib", numbers("int", card.get("memory_mib"))),
        ("memory_type", c_string(card.get("memory_type"))), ("memory_bandwidth_gbs", int(card.get("bandwidth_gbs", 0)))]
    fields += [(key + ("_tops" if key == "int8" else "_tflops"), card.get(key, 0))
               for key in ("fp32", "tf32", "bf16", "fp16", "fp8", "fp4", "int8")]
    fields += [
        ("sm_count", int(card.get("sm_count", 0))), ("l2_mb", card.get("l2_mb", 0)), ("tdp_w", int(card.get("tdp_w", 0))),
        ("nvlink_generation", link.get("generation", 0)), ("nvlink_links", link.get("links", 0)),
        ("nvlink_gbs", link.get("gbs", 0)), ("nvlink_bridge", c_bool(link.get("bridge"))),
        ("nvswitch", c_bool(card.get("nvswitch"))), ("pcie_generation", pcie.get("generation", 0)),
        ("pcie_lanes", pcie.get("lanes", 0)), ("ecc", c_string(card.get("ecc"))), ("mig", int(card.get("mig", 0))),
        ("vgpu", c_bool(card.get("vgpu"))), ("datacenter", c_bool(card.get("datacenter"))),
        ("modified", c_bool(card.get("modified"))), ("min_driver", int(card.get("min_driver", 0))),
        ("min_cuda", c_string(card.get("min_cuda"))), ("rent_tier", c_string(card.get("rent_tier"))),
        ("note", c_string(card.get("note"))), ("source", c_string(card.get("source"))), ("unverified", sum(set(bits)))]
    return "\t{ %s },\n" % ", ".join(".%s = %s" % field for field in fields)


def table(out, kind, name, rows):
    out.append("const struct %s %s[] = {\n%s};\nconst size_t n_%s = %d;\n\n" % (kind, name, "".join(rows), name, len(rows)))


def main(argv):
    if len(argv) != 3:
        die("usage: catalogue.py DATA_DIR OUTPUT.c")
    folder = argv[1]
    out = ["/* Made by tools/catalogue.py from data/. Do not edit. */\n#include \"catalogue/catalogue.h\"\n\n"]
    cards = load(folder, "cards.yaml")
    unique("cards.yaml", [card.get("id") for card in cards])
    table(out, "card", "cards", [card_row(card) for card in cards])
    names = load(folder, "device_names.yaml")
    unique("device_names.yaml", [(row[0], row[1]) for row in names])
    names = sorted(names, key=lambda row: (int(row[0], 16), subsystem(row[1])))
    table(out, "device_name", "device_names", [
        "\t{ 0x%s, 0x%x, %s, FORM_%s, %s },\n" % (row[0], subsystem(row[1]), c_string(row[2]), FORMS[row[3].lower()], c_bool(row[4]))
        for row in names])
    xids = load(folder, "xid.yaml")
    unique("xid.yaml", [row["code"] for row in xids])
    for row in xids:
        if row["severity"] not in SEVERITIES:
            die("xid.yaml: %s: severity %r" % (row["code"], row["severity"]))
    table(out, "xid", "xids", ["\t{ %d, %s },\n" % (row["code"], ", ".join(c_string(row.get(key)) for key in (
        "name", "description", "action", "investigation", "severity", "note"))) for row in sorted(xids, key=lambda r: r["code"])])
    sxids = load(folder, "sxid.yaml")
    unique("sxid.yaml", [row[0] for row in sxids])
    table(out, "sxid", "sxids", ["\t{ %d, %s, %s, %s, %s },\n" % (
        row[0], c_string(row[1]), c_bool(row[2]), c_bool(row[3]), c_string(row[4])) for row in sorted(sxids)])
    table(out, "nvlink5_rule", "nvlink5_rules", ["\t{ %d, %s, %s, %s, %s, %s, %s, %s },\n" % (
        row[0], c_string(row[1]), c_string("" if row[2] == "-" else row[2]), c_string("" if row[3] == "-" else row[3]),
        row[4] if str(row[4]).startswith("0x") else "0", c_string(row[5]), c_string(row[6]), c_string(row[7]))
        for row in load(folder, "nvlink5.yaml")])
    with open(argv[2], "w", encoding="utf-8") as file:
        file.write("".join(out))


if __name__ == "__main__":
    main(sys.argv)
