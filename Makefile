# Builds Alula for OpenBench and for people who expect `make`. Cargo does the work.
#
#   make                     the program `alula`, for this machine's processor
#   make EXE=name            under another name
#   make EVALFILE=file       with this network, which replaces assets/network/alula.network
#   make FEATURES=tune       for SPSA: the search parameters are UCI options
#   make FLAGS=              for all processors that `cargo build --release` supports

EXE      ?= alula
FEATURES ?=
FLAGS    ?= -C target-cpu=native
CARGO    ?= cargo

ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif

# A separate directory for other flags, so that two kinds of builds do not replace each other.
TARGET_DIR ?= $(if $(FLAGS),target/make,target)

.PHONY: all
all:
	$(if $(EVALFILE),cp "$(EVALFILE)" assets/network/alula.network)
	MAKEFLAGS= $(if $(FLAGS),RUSTFLAGS="$(FLAGS)") $(CARGO) build --release --bin alula \
		--target-dir "$(TARGET_DIR)" $(if $(FEATURES),--features "$(FEATURES)")
	cp "$(TARGET_DIR)/release/alula$(SUFFIX)" "$(EXE)$(SUFFIX)"
